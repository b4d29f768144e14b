pragma solidity ^0.8.2;

contract RelayPost {
    address public immutable office;

    constructor(address office_) {
        office = office_;
    }

    function post(bytes calldata letter) external payable returns (bytes memory) {
        (bool success, bytes memory receipt) = office.call{value: msg.value}(letter);
        if (!success) {
            assembly {
                revert(add(receipt, 32), mload(receipt))
            }
        }
        return receipt;
    }
}
