pragma solidity ^0.8.4;

interface IShelter {
    function onAdopted(uint256 pet, address adopter) external returns (bool);
}

contract PetAdoption {
    mapping(uint256 => IShelter) public shelterOf;
    mapping(uint256 => address) public adopterOf;
    mapping(address => uint256) public credits;

    function list(uint256 pet) external {
        require(address(shelterOf[pet]) == address(0), "listed");
        shelterOf[pet] = IShelter(msg.sender);
    }

    function earn() external payable {
        credits[msg.sender] += msg.value / 1 gwei;
    }

    function adopt(uint256 pet) external {
        require(adopterOf[pet] == address(0), "taken");
        require(credits[msg.sender] >= 10, "no credit");
        require(shelterOf[pet].onAdopted(pet, msg.sender), "refused"); // expect: reentrancy-no-eth
        credits[msg.sender] -= 10;
        adopterOf[pet] = msg.sender;
    }
}
