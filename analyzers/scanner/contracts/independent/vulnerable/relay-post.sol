pragma solidity ^0.8.2;

contract RelayPost {
    address public immutable office;
    uint256 public delivered;

    constructor(address office_) {
        office = office_;
    }

    function post(bytes calldata letter) external payable {
        (bool success, bytes memory receipt) = office.call{value: msg.value}(letter); // expect: unchecked-call
        delivered += 1;
        if (receipt.length > 0) {
            delivered += 1;
        }
    }
}
